// SPDX-License-Identifier: UNLICENSED
// The token of the tests: like USDT, `transfer` returns nothing and may take a fee. `many` makes several transfers in one
// transaction. Compiled by `solc` 0.8.37 (optimizer on, 200 runs, EVM paris); the bytecode is in `token.fixture.ts`.
pragma solidity 0.8.37;

contract TestToken {
    uint8 public constant decimals = 6;
    address public immutable owner = msg.sender;
    uint256 public basisPointsRate;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = 1e15;
        emit Transfer(address(0), msg.sender, 1e15);
    }

    function setFee(uint256 rate) external {
        basisPointsRate = rate;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function many(address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) move(msg.sender, to[i], values[i]);
    }

    function move(address from, address to, uint256 value) private {
        uint256 fee = value * basisPointsRate / 10000;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
    }
}
