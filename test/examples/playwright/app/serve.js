// Serves the page.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const page = readFileSync(new URL('index.html', import.meta.url))

createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(page)
}).listen(Number(process.argv[2]), 'localhost')
