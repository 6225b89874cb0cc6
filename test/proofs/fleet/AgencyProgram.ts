/** An agency's server as a program of its own, so that it can be killed: a small JSON list on the port it is told. */
import { createServer } from "node:http"

createServer((request, response) => {
  request.resume()
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ data: [{ id: 1, judul: "Agenda kota" }, { id: 2, judul: "Berita kota" }] }))
}).listen(Number(process.argv[2]), "127.0.0.1")
