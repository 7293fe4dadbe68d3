import { suggest } from '../lib/text.ts'
import { namesAnswered, type Profile } from './profile.ts'
import type { Registry } from './registry.ts'

/** Longer than any method is called. */
const maxNameLength = 64

/** Names of one namespace are alike: a few other letters make another method of it. */
const lettersPerTypo = 6

/** The method that was probably meant: spelled nearly so, or called so in another namespace. */
export function suggestMethod(
  { methods }: Registry,
  name: string,
  profile: Profile,
): string | undefined {
  if (name.length > maxNameLength) return undefined
  const names = methods.flatMap((method) => namesAnswered(method, profile))
  return (
    suggest(name, names, lettersPerTypo) ?? names.find((known) => ending(known) === ending(name))
  )
}

/** What stands after the namespace. */
function ending(name: string): string {
  return name.slice(name.indexOf('_') + 1)
}

/** Whether a name fits a pattern in which each `*` stands for any characters, or none. */
export function matchesGlob(pattern: string, name: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]]
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length - at >= last.length && name.endsWith(last)
}
