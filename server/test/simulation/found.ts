/** A fault of the product, with what led to it. */
export class Found extends Error {}
