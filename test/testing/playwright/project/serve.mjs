// Serves the page of the app, as a development server does.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const page = '<!doctype html><html><body><script src="/page.js"></script></body></html>'

createServer((request, response) => {
  const isScript = request.url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? readFileSync('page.js') : page)
}).listen(Number(process.argv[2]), 'localhost')
