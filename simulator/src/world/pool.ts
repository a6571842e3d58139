import type { Random } from './random.ts'

/** A set that supports random picks in constant time. */
export class Pool<T> {
  readonly #members: T[] = []
  readonly #places = new Map<T, number>()

  get size(): number {
    return this.#members.length
  }

  add(member: T): void {
    if (this.#places.has(member)) return
    this.#places.set(member, this.#members.push(member) - 1)
  }

  remove(member: T): void {
    const place = this.#places.get(member)
    if (place === undefined) return
    this.#places.delete(member)
    const last = this.#members.pop()!
    if (last === member) return
    this.#members[place] = last
    this.#places.set(last, place)
  }

  draw(random: Random): T | undefined {
    return this.#members[random.int(this.#members.length)]
  }

  all(): readonly T[] {
    return [...this.#members]
  }
}
