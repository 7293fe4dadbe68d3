import { opStackOf } from '../../execution/rules/opStack.ts'
import type { View } from '../../types/view.ts'

/** When a sealed block is, on a network whose blocks have times in milliseconds. */
export function timestampMsOf(view: View): bigint | undefined {
  return view.kind === 'sealed' ? opStackOf(view.header.common)?.timestampMs(view) : undefined
}
