// Serves the pages of the apps, as a development server does.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const app = '<!doctype html><html><body><script src="/page.js"></script></body></html>'
const pages = new Map([
  ['/', ['text/html', () => app]],
  ['/page.js', ['text/javascript', () => readFileSync('page.js')]],
  ['/shop.html', ['text/html', () => readFileSync('shop.html')]],
])

createServer((request, response) => {
  const [type, content] = pages.get(request.url) ?? ['text/plain', () => '']
  response.setHeader('content-type', type)
  response.end(content())
}).listen(Number(process.argv[2]), 'localhost')
