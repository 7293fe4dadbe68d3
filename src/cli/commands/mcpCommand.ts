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
export async function runMcp({ port }: McpCommand): Promise<void> {
  const chain = new AgentChain()
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
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  const address = http.address() as { readonly port: number }
  createOutput(process.stderr).line(`MCP on http://127.0.0.1:${address.port}/mcp`)
}

async function answer(
  chain: AgentChain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page of another site must not reach the chain by a name that leads here, nor by a request of its own.
  const host = request.headers.host?.replace(/:\d+$/, '')
  const isLocal = host === '127.0.0.1' || host === 'localhost'
  if (!isLocal || request.headers.origin !== undefined || request.url !== '/mcp') {
    response.writeHead(isLocal && request.headers.origin === undefined ? 404 : 403)
    response.end('ask at /mcp of 127.0.0.1 or localhost, from no web page')
    return
  }
  const { StreamableHTTPServerTransport } = await import('../mcp/mcpLibrary.ts')
  const server = await createMcpServer(chain)
  const transport = new StreamableHTTPServerTransport({})
  response.on('close', () => void server.close())
  await server.connect(transport as never)
  await transport.handleRequest(request, response)
}
