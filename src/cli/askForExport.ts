import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { reasonOf } from '../lib/reasonOf.ts'
import type { ExportFormat, ExportRequest } from '../types/export.ts'

/** As `ChainExport`, from elsewhere. */
interface AnsweredExport {
  readonly content: AsyncIterable<Uint8Array>
  readonly notes: readonly string[]
}

/** What `preconf_export` answers, as far as it is known to. */
interface Answer {
  readonly result?: { readonly content: string; readonly notes: readonly string[] } | undefined
  readonly error?: { readonly message: string } | undefined
}

/** Has the preconf at a URL export its chain. Throws an error of one line about the URL. */
export async function askForExport(
  url: string,
  format: ExportFormat,
  request: ExportRequest,
): Promise<AnsweredExport> {
  const { result, error } = await answerOf(url, [format, request])
  if (error !== undefined) throw new Error(`${url} answers: ${error.message}`)
  if (typeof result?.content !== 'string') throw new Error(`${url} is no preconf`)
  const compressed = Buffer.from(result.content.slice('0x'.length), 'hex')
  return { content: Readable.from([compressed]).pipe(createGunzip()), notes: result.notes }
}

async function answerOf(url: string, params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'preconf_export', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch((error) => {
    // What is wrong stands behind "fetch failed".
    throw new Error(`cannot reach ${url}: ${reasonOf(error.cause ?? error)}`, { cause: error })
  })
  try {
    return (await response.json()) as Answer
  } catch (cause) {
    throw new Error(`${url} is no preconf: it answers with HTTP status ${response.status}`, {
      cause,
    })
  }
}
