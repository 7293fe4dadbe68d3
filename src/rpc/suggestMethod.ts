import { suggest } from '../lib/suggest.ts'
import type { Registry } from './method.ts'
import { methodAccess, type Profile } from './profile.ts'

/** Longer than any method is called. */
const longestName = 64

/** Names of one namespace are alike: a few other letters make another method of it. */
const lettersPerTypo = 6

/** The method that was probably meant: spelled nearly so, or called so in another namespace. */
export function suggestMethod(
  { methods }: Registry,
  name: string,
  profile: Profile,
): string | undefined {
  if (name.length > longestName) return undefined
  const names = methods
    .flatMap((method) => [method.name, ...method.aliases])
    .filter((known) => methodAccess(profile, known) === 'allowed')
  return (
    suggest(name, names, lettersPerTypo) ?? names.find((known) => ending(known) === ending(name))
  )
}

/** What stands after the namespace. */
function ending(name: string): string {
  return name.slice(name.indexOf('_') + 1)
}
