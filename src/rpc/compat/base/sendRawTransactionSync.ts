import { defineMethod } from '../../method.ts'
import { sendRawTransactionSync as ours } from '../../methods/eth/send.ts'
import { invalidParams } from '../../rpcError.ts'
import { longestWaitMs } from '../../sendSync.ts'

/** As Base's node: a wait that is too long is refused, where geth shortens it. */
export const sendRawTransactionSync = defineMethod({
  ...ours,
  handler: (context, [bytes, timeout]) => {
    if (timeout !== undefined && timeout > longestWaitMs) {
      throw invalidParams(`time out too long, timeout: ${timeout} ms, max: ${longestWaitMs} ms`)
    }
    return ours.handle(context, [bytes, timeout])
  },
})
