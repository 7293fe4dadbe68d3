import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { createDevnet } from '../../app/createDevnet.ts'
import { readablePath } from '../../files/fileSource.ts'
import { cutText } from '../../lib/text.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { DevnetOptions } from '../../types/options/options.ts'

/** A chain that runs for an agent. */
interface Running {
  readonly devnet: PreconfDevnet
  /** Where tests and front ends reach it, on the loopback. */
  readonly url: string
  /** Transactions that failed and requests that were refused, in words; the newest last. */
  readonly errors: string[]
}

/** Errors that are kept for the agent to ask for. */
const maxErrors = 100

/** The one chain that an agent works with. */
export class AgentChain {
  readonly #folders: readonly string[]
  #running: Running | undefined

  /** `folders`: those whose files the agent may name, beside the current one. */
  constructor(folders: readonly string[] = []) {
    this.#folders = ['.', ...folders]
  }

  /**
   * Returns the path of a file or folder that the agent names. Throws an `Error` for one that is not there, or that is
   * outside of the project, also by a link: what an agent reads may tell it to look elsewhere. Fixtures and scenarios of
   * the package are there for all.
   */
  async pathOf(given: string): Promise<string> {
    const packaged = await readablePath(given)
    if (packaged !== given) return packaged
    const path = await realpath(given).catch(() => {
      throw new Error(`there is no file ${cutText(given)}`)
    })
    for (const folder of this.#folders) {
      const within = relative(await realpath(folder), path)
      if (within.split(sep)[0] !== '..' && !isAbsolute(within)) return path
    }
    throw new Error(
      `${cutText(given)} is outside of the project: the user can allow a folder by preconf mcp --folder`,
    )
  }

  /** Starts a chain in place of the one that runs. Throws what `createDevnet` throws; then the other one goes on. */
  async start(options: DevnetOptions, port: number): Promise<Running> {
    const devnet = await createDevnet(options)
    const errors: string[] = []
    devnet.on('error', (error) => {
      errors.push(error instanceof Error ? error.message : String(error))
      if (errors.length > maxErrors) errors.shift()
    })
    try {
      await this.stop()
      const { url } = await devnet.listen({ host: '127.0.0.1', port })
      this.#running = { devnet, url, errors }
      return this.#running
    } catch (error) {
      await devnet.close()
      throw error
    }
  }

  /** Says whether there was one. */
  async stop(): Promise<boolean> {
    const running = this.#running
    this.#running = undefined
    await running?.devnet.close()
    return running !== undefined
  }

  /** The chain that runs. Throws an `Error` that names the tool to begin with. */
  get running(): Running {
    if (this.#running === undefined) throw new Error('no chain runs: call start_chain first')
    return this.#running
  }

  /** Sends a request, whose error says the reason and the data that came with it. */
  async ask(method: string, ...params: unknown[]) {
    try {
      return await this.running.devnet.provider.request({ method, params })
    } catch (error) {
      throw withData(error)
    }
  }
}

function withData(error: unknown): unknown {
  if (!(error instanceof Error) || !('data' in error) || error.data === undefined) return error
  const data = typeof error.data === 'string' ? error.data : JSON.stringify(error.data)
  return new Error(`${error.message} (data: ${data})`, { cause: error })
}
