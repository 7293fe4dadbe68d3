// What others wrote of the protocol, apart from the bundle: few start the command for an agent.
// biome-ignore lint/performance/noBarrelFile: it is a file of its own in the package
export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
export {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
export { toJsonSchema } from '@valibot/to-json-schema'
