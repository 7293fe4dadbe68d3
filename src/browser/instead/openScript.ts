import { openInThread } from '../../execution/script/inThread.ts'
import type * as library from '../../execution/script/openScript.ts'

/** A page shares no memory with its workers unless its server allows that. */
export const openScript: typeof library.openScript = openInThread
