import { networkWithId, records } from '../../extensions/networks/records.ts'
import { recordStream } from '../../extensions/replay/recorder.ts'
import type { RecordCommand } from '../command.ts'
import { createOutput } from '../output/output.ts'
import { UsageError } from '../usageErrors.ts'

/**
 * Records a live stream until it is interrupted, the time is over or the other side closes. Throws a `UsageError`, and
 * an error with a one-line message where the node cannot be reached or does not have the kinds.
 */
export async function runRecord(command: RecordCommand): Promise<void> {
  const { url, out = 'stream.jsonl.gz', kinds } = command
  if (url === undefined) throw new UsageError('give the WebSocket to record with --url wss://…')
  if (!/^wss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('invalid --url: give a WebSocket, ws:// or wss://')
  }
  const seconds = positive('seconds', command.seconds)
  const chainId = positive('chain-id', command.chainId)
  const errors = createOutput(process.stderr)
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1000)
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    const { signal } = ending
    const recorded = await recordStream({
      url,
      out,
      kinds,
      chainId,
      signal,
      recordOf: (chainId) => {
        const name = networkWithId(chainId)
        return name && records[name]
      },
    })
    errors.line(`wrote ${out}: ${recorded.messages} messages of ${recorded.kinds.join(', ')}`)
  } finally {
    clearTimeout(timer)
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

function positive(flag: string, given: number | string | undefined): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (Number.isFinite(value) && value > 0) return value
  throw new UsageError(`invalid --${flag} '${given}': give a number above 0`)
}
