import type * as library from '../../execution/script/openScript.ts'
import { NotInBrowser } from '../notInBrowser.ts'

/** A page shares no memory with its workers unless its server allows that, and without one a script would hold it up. */
export function noScripts(): never {
  throw new NotInBrowser(
    'tracers in JavaScript run in Node: trace with one that has a name, such as callTracer',
  )
}

export const openScript: typeof library.openScript = noScripts
