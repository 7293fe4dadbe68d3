import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { reasonOf } from '../../lib/reasonOf.ts'
import type { ExportFormat, ExportRequest } from '../../types/export.ts'

/** A `ChainExport` of another process. */
interface AnsweredExport {
  readonly content: AsyncIterable<Uint8Array>
  readonly notes: readonly string[]
}

/** What `preconf_export` should answer. */
interface Answer {
  readonly result?: { readonly content: string; readonly notes: readonly string[] } | undefined
  readonly error?: { readonly message: string } | undefined
}

/** Asks the preconf at a URL to export its chain. Throws an error with a one-line message about the URL. */
export async function askForExport(
  url: string,
  format: ExportFormat,
  request: ExportRequest,
): Promise<AnsweredExport> {
  const { result, error } = await answerOf(url, [format, request])
  if (error !== undefined) throw new Error(`${url} answers: ${error.message}`)
  if (typeof result?.content !== 'string') {
    throw new Error(`${url} is not a preconf node: its answer to preconf_export has no content`)
  }
  const compressed = Buffer.from(result.content.slice('0x'.length), 'hex')
  return { content: Readable.from([compressed]).pipe(createGunzip()), notes: result.notes }
}

async function answerOf(url: string, params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'preconf_export', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch((error) => {
    // The message is only "fetch failed"; the cause says what is wrong.
    throw new Error(`cannot reach ${url}: ${reasonOf(error.cause ?? error)}`, { cause: error })
  })
  try {
    return (await response.json()) as Answer
  } catch (cause) {
    throw new Error(
      `${url} is not a preconf node: it answers with HTTP status ${response.status}`,
      {
        cause,
      },
    )
  }
}
