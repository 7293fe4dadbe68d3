import type { Context, Method } from '../method.ts'
import { passThrough } from './passThrough.ts'

/**
 * Answers a request on a fork of a live chain: what lies before the fork as the live chain's node
 * answers it, the rest here, once what it lacks of the state has been fetched.
 */
export async function answerOnFork(
  method: Method,
  context: Context,
  args: readonly unknown[],
): Promise<unknown> {
  const passed = await passThrough(method.name, context, args)
  if (passed !== undefined) return passed.answer
  return context.devnet.forked.whenThere(() => method.call(context, args))
}
