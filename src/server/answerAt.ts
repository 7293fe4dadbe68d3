import { encodeError } from '../rpc/envelope.ts'
import type { Answer, Handle } from '../rpc/handle.ts'
import { invalidRequest } from '../rpc/rpcError.ts'
import type { Enter } from './place.ts'
import { Refused } from './refused.ts'

/** What is answered to a body at a place with methods. Rejects with a `Disconnected`. */
export async function answerAt(enter: Enter<Handle>, body: Uint8Array): Promise<Answer> {
  try {
    const { what: handle, leave } = await enter(() => undefined)
    try {
      return await handle(body)
    } finally {
      leave()
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { status: error.status, text: encodeError(null, invalidRequest(error.message)) }
  }
}
