import {
  closeCode,
  closeReason,
  type FaultDefinitions,
  type Frequency,
  frequency,
  name,
  optional,
} from './faultRules.ts'

/** Which pushed messages a fault is for. */
interface MessageFilter extends Frequency {
  /** The kind of `eth_subscribe`: `newHeads`. All kinds when left out. */
  readonly subscription?: string | undefined
  /** The id that `preconf_connection` answers on the connection. All connections when left out. */
  readonly connection?: string | undefined
}

/** A message of a subscription is not sent. */
export interface LoseMessage extends MessageFilter {
  readonly kind: 'loseMessage'
}

/** The server closes a WebSocket instead of sending a message of a subscription. */
export interface CloseSocket extends MessageFilter {
  readonly kind: 'closeSocket'
  /**
   * The code of the close frame.
   * @default 1011, an error of the server
   */
  readonly code?: number | undefined
  /** The words of the close frame; by default one of those that the network's nodes have, or `injected fault`. */
  readonly reason?: string | undefined
}

/** What happens to messages that are pushed to subscribers. */
export type MessageFault = LoseMessage | CloseSocket

const subscriber = {
  subscription: optional(name, 'Kind of subscription'),
  connection: optional(name, 'Connection'),
  ...frequency,
}

/** What is checked of them and what the inspector asks for. */
export const messageFaults: FaultDefinitions<MessageFault> = {
  loseMessage: {
    summary: 'A message of a subscription is not sent.',
    members: subscriber,
  },
  closeSocket: {
    summary: 'The server closes a WebSocket instead of sending a message.',
    members: {
      code: optional(closeCode, 'Close code, 1000 to 4999'),
      reason: optional(closeReason, 'Words of the close frame'),
      ...subscriber,
    },
  },
}
