import type { Machine } from '../ethereumjs/machine.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import type { ApplyOptions } from './applyOptions.ts'
import { InvalidMessage } from './invalidMessage.ts'
import type { Message } from './message.ts'

/**
 * Applies the message of a call, with a promise only where something has to be waited for. An
 * `InvalidMessage` tells the gas that was supplied, as geth does.
 */
export function applyCall(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): MessageResult | Promise<MessageResult> {
  try {
    return applyMessage(machine, message, options)
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    throw error.within('err: ', ` (supplied gas ${message.gas})`)
  }
}
