import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { withPlainMembers } from '../../scripts/plainMembers.ts'

/** What a program comes to with its private members, and what with plain ones. */
function both(program: string): readonly [unknown, unknown] {
  return [runInNewContext(program), runInNewContext(withPlainMembers(program))]
}

describe('plain members', () => {
  it('stand for the private ones of a class, with names as long', () => {
    const program = `
      class Counter {
        static #made = 0
        #count = 0
        get #next() { return this.#count + 1 }
        constructor() { Counter.#made++ }
        #set(count) { this.#count = count; return \`#count \${this.#count}\` }
        add(other = this) { other.#set(this.#next); return other?.#set(other.#count + 1) + ' of ' + Counter.#made }
      }
      // #count stays in words, as in '#count'.
      new Counter().add() + '#count'`
    const [before, after] = both(program)
    expect(after).toBe(before)
    expect(before).toBe('#count 2 of 1#count')
    const changed = withPlainMembers(program)
    expect(changed).toHaveLength(program.length)
    expect(changed).toContain('get $next() { return this.$count + 1 }')
    expect(changed).toContain("as in '#count'.")
  })

  it('leave alone classes that extend others, which may have the same names', () => {
    const program = `
      class Base { #name = 'base'; name() { return this.#name } }
      class Sub extends Base { #name = 'sub'; names() { return #name in this && this.#name + this.name() } }
      new Sub().names()`
    const [before, after] = both(program)
    expect(after).toBe(before)
    expect(before).toBe('subbase')
  })

  it('are those of the class that has the name, where classes stand inside each other', () => {
    const program = `
      class Outer {
        #own = 1
        #both = 2
        inner() {
          const outer = this
          return new (class extends Array { #both = 3; sum() { return outer.#own + this.#both } })()
        }
        get both() { return this.#both }
      }
      const outer = new Outer()
      outer.inner().sum() * 10 + outer.both`
    expect(both(program)).toEqual([42, 42])
  })

  it('cannot be asked for by `in`', () => {
    const program = 'class Asked { #own = 1; static is(value: object) { return #own in value } }'
    expect(() => withPlainMembers(program)).toThrow('`#own in …` cannot be asked of a plain member')
  })
})
