import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { version } from '../../lib/version.ts'
import type { AgentChain } from './agentChain.ts'
import { chainTools } from './chainTools.ts'
import { contractTools } from './contractTools.ts'
import { lookTools } from './lookTools.ts'
import type { Server } from './mcpLibrary.ts'
import { decimalAmounts } from './shortJson.ts'
import type { Tool } from './tool.ts'

const tools: readonly Tool[] = [...chainTools, ...contractTools, ...lookTools]

const instructions =
  'A local Ethereum chain for tests. Begin with start_chain, then deploy, send and call. After a failure, ' +
  'explain_transaction names the error and the line of Solidity. The documents are resources, preconf://docs/….'

const scheme = 'preconf://docs/'

/** The documents of the package, beside the folder of its code. */
const documents = join(import.meta.dirname, '../docs')

/** A server of the Model Context Protocol for a chain. `@modelcontextprotocol/sdk` speaks the protocol. */
export async function createMcpServer(chain: AgentChain): Promise<Server> {
  const protocol = await import('./mcpLibrary.ts')
  const capabilities = { tools: {}, resources: {} }
  const server = new protocol.Server({ name: 'preconf', version }, { capabilities, instructions })
  server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, input }) => ({
      name,
      description,
      inputSchema: protocol.toJsonSchema(input, { errorMode: 'ignore' }) as { type: 'object' },
    })),
  }))
  server.setRequestHandler(protocol.CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) return failed(`there is no tool ${params.name}`)
    try {
      return { content: [{ type: 'text', text: await tool.call(chain, params.arguments) }] }
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error))
    }
  })
  server.setRequestHandler(protocol.ListResourcesRequestSchema, async () => ({
    resources: (await names()).map((name) => ({
      uri: `${scheme}${name}`,
      name,
      mimeType: 'text/markdown',
    })),
  }))
  server.setRequestHandler(protocol.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const name = uri.slice(scheme.length)
    if (!uri.startsWith(scheme) || !(await names()).includes(name)) {
      throw new Error(`there is no document ${uri}: list the resources`)
    }
    const text = await readFile(join(documents, `${name}.md`), 'utf8')
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  })
  return server
}

function failed(text: string) {
  return { content: [{ type: 'text' as const, text: decimalAmounts(text) }], isError: true }
}

async function names(): Promise<readonly string[]> {
  const files = await readdir(documents).catch(() => [])
  return files.filter((file) => file.endsWith('.md')).map((file) => basename(file, '.md'))
}
