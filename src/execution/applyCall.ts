import type { Machine } from '../evm/machine.ts'
import { type ApplyOptions, applyMessage, type MessageResult } from './applyMessage.ts'
import { InvalidMessage } from './invalidMessage.ts'
import type { Message } from './message.ts'

/** Applies the message of a call; an `InvalidMessage` tells the gas that was supplied, as geth does. */
export async function applyCall(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): Promise<MessageResult> {
  try {
    return await applyMessage(machine, message, options)
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    throw error.within('err: ', ` (supplied gas ${message.gas})`)
  }
}
