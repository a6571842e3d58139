// The Finance room: recharge and withdrawal orders as the app tells them, and the money they move.
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'

export const financeHandlers = (_: { params: Params }): AnyHandler[] => []

export const financeRoutes = (_: { params: Params }): Served[] => []

/** Keeps back what these people asked to withdraw and was not paid yet. */
export const holdForBan = async (
  _tx: Transaction,
  _now: Date,
  _userIds: readonly bigint[],
  _reason: string,
): Promise<Command[]> => []

/** Lets what a ban kept back go on to its review. */
export const releaseAfterBan = async (
  _tx: Transaction,
  _now: Date,
  _userIds: readonly bigint[],
): Promise<Command[]> => []
