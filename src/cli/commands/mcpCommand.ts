import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { McpCommand } from '../command.ts'
import { AgentChain } from '../mcp/agentChain.ts'
import { createMcpServer } from '../mcp/mcpServer.ts'
import { createOutput } from '../output/output.ts'
import { UsageError } from '../usageErrors.ts'

/**
 * Serves an agent until it goes: on standard input and output, or over HTTP on the loopback. Throws a `UsageError` for
 * a port that is none.
 */
export async function runMcp({ port, folder = [] }: McpCommand): Promise<void> {
  const chain = new AgentChain(folder)
  const end = () => void chain.stop().finally(() => process.exit(0))
  process.once('SIGINT', end).once('SIGTERM', end)
  if (port !== undefined) return listen(chain, port)
  const server = await createMcpServer(chain)
  server.onclose = end
  process.stdin.once('end', end)
  const { StdioServerTransport } = await import('../mcp/mcpLibrary.ts')
  await server.connect(new StdioServerTransport())
}

/** Serves at `/mcp`; each request stands for itself, and all have the same chain. */
async function listen(chain: AgentChain, given: number | string): Promise<void> {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`invalid --port '${given}': give a port, 0 to 65535`)
  }
  const http = createServer((request, response) => {
    void answer(chain, request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(error.message)
    })
  })
  http.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  const address = http.address() as { readonly port: number }
  createOutput(process.stderr).line(`MCP on http://127.0.0.1:${address.port}/mcp`)
}

/** The largest request, in bytes: as that of the chain's own server. */
const maxBody = 32 * 1024 * 1024

/** Connections at a time; more are refused. */
const maxConnections = 128

/** The names of this machine in a Host header. */
const ownNames = ['127.0.0.1', 'localhost', '[::1]']

async function answer(
  chain: AgentChain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, why: string, headers = {}) => {
    // The rest of a body is not read.
    response.writeHead(status, { connection: 'close', ...headers }).end(why)
  }
  const { host = '', origin } = request.headers
  const isOwn = ownNames.includes(host.replace(/:\d*$/, '').toLowerCase())
  // A page of another site must not reach the chain by a name that leads here, nor by a request of its own.
  if (!isOwn || origin !== undefined) {
    return refuse(403, 'ask at /mcp of 127.0.0.1 or localhost, from no web page')
  }
  if (request.url !== '/mcp') return refuse(404, 'ask at /mcp')
  // There is no session: nothing is pushed, and nothing ends.
  if (request.method !== 'POST') return refuse(405, 'ask by POST', { allow: 'POST' })
  const body = await bodyOf(request)
  if (body === undefined) return refuse(413, `a request has at most ${maxBody} bytes`)
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch (error) {
    return refuse(400, `the request is no JSON: ${(error as Error).message}`)
  }
  const { StreamableHTTPServerTransport } = await import('../mcp/mcpLibrary.ts')
  const server = await createMcpServer(chain)
  const transport = new StreamableHTTPServerTransport({})
  response.on('close', () => void server.close())
  await server.connect(transport as never)
  await transport.handleRequest(request, response, message)
}

/** Returns the body of a request; nothing for one that is too long, whose rest is not read. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > maxBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
