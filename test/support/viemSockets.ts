import { socketClientCache } from 'viem/utils'
import { afterAll } from 'vitest'

/**
 * Closes the sockets that viem has opened. It keeps one for each URL as long as the process lives,
 * so a later devnet that gets the same free port would get a socket that is closed.
 */
export function closeViemSockets(): void {
  for (const client of [...socketClientCache.values()]) client.close()
  socketClientCache.clear()
}

afterAll(closeViemSockets)
