import { NotInBrowser } from '../notInBrowser.ts'

/** A page shares no memory with its workers unless its server allows that, and without one a script would hold it up. */
export function openScript(): never {
  throw new NotInBrowser(
    'tracers in JavaScript run in Node: trace with one that has a name, such as callTracer',
  )
}
