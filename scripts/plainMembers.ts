// Makes private members of our classes plain ones in the bundle. Until V8 optimises, it looks `#name` up by a key in
// each object, and for a method asks first whether the object is of the class: of 50 tests over HTTP that was 6 % of
// the CPU time. A name is as long after it, so that source maps stay as they are.
import { sep } from 'node:path'
import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

/** Users hold instances of its classes, and consoles would show what is in them. */
const roomOfUsers = 'provider'

/** A part of a program, as ESTree has it. */
interface Part {
  readonly type: string
  readonly start: number
  readonly [name: string]: unknown
}

/** A class that is looked into. */
interface Known {
  readonly names: ReadonlySet<unknown>
  /** Not where it extends another, which may have the same names. */
  readonly isPlain: boolean
}

/** `folder`: of our sources. */
export function plainMembers(folder: string): Plugin {
  return {
    name: 'plain-members',
    transform(code, id) {
      if (!id.startsWith(folder + sep) || !id.endsWith('.ts')) return undefined
      const [room] = id.slice(folder.length + 1).split(sep)
      return room === roomOfUsers ? undefined : { code: withPlainMembers(code), map: null }
    },
  }
}

/** A module with `$name` for `#name` in its classes that extend no other. Throws for `#name in …` there. */
export function withPlainMembers(code: string): string {
  const characters = code.split('')
  // `classes`: those around it, the innermost first.
  const look = (value: unknown, classes: readonly Known[]): void => {
    if (Array.isArray(value)) for (const each of value) look(each, classes)
    if (!isPart(value)) return
    const { superClass, body, left } = value
    if (isPrivate(value)) {
      if (becomesPlain(value, classes)) characters[value.start] = '$'
    } else if (isPrivate(left) && becomesPlain(left, classes)) {
      throw new Error(`\`#${left.name} in …\` cannot be asked of a plain member`)
    } else {
      const names = isPart(body) && body.type === 'ClassBody' ? privateNames(body) : undefined
      const inside = names ? [{ names, isPlain: superClass === null }, ...classes] : classes
      for (const each of Object.values(value)) look(each, inside)
    }
  }
  look(parseAst(code, { lang: 'ts' }), [])
  return characters.join('')
}

function becomesPlain({ name }: Part, classes: readonly Known[]): boolean {
  return classes.find(({ names }) => names.has(name))?.isPlain === true
}

function privateNames({ body }: Part): ReadonlySet<unknown> {
  const keys = (body as readonly Part[]).map(({ key }) => key)
  return new Set(keys.filter(isPrivate).map(({ name }) => name))
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'type' in value
}

function isPrivate(value: unknown): value is Part {
  return isPart(value) && value.type === 'PrivateIdentifier'
}
