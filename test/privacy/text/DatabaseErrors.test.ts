import { describe, expect, it } from "vitest"
import { inText } from "../support.ts"

const hidden = inText

describe("the error of a database", () => {
  it.each([
    ["Duplicate entry 'Budi Santoso' for key 'nama'", "Duplicate entry *** for key 'nama'"],
    ["Incorrect date value: '5 Juni 1990' for column 'tgl_lahir'", "Incorrect date value: *** for column 'tgl_lahir'"],
    [
      "duplicate key value violates unique constraint \"a_b\" DETAIL: Key (nama, tgl)=(Budi, 1990) already exists.",
      "duplicate key value violates unique constraint \"a_b\" DETAIL: Key (nama, tgl)=*** already exists."
    ],
    ["Failing row contains (12, Budi Santoso, null).", "Failing row contains ***."],
    ["invalid input syntax for type date: \"lima Juni\"", "invalid input syntax for type date: ***"],
    [
      "SQLSTATE[42S22]: no `nm` (SQL: select * from `warga` where `nm` = Budi Santoso and `ibu` like '%Siti%' limit 1)",
      "SQLSTATE[42S22]: no `nm` (SQL: select * from `warga` where `nm` = *** and `ibu` like *** limit 1)"
    ],
    [
      "SQLSTATE[23000]: insert into `warga` (`nama`, `alamat`) values (Budi Santoso, Jl. Melati 5)",
      "SQLSTATE[23000]: insert into `warga` (`nama`, `alamat`) values ***"
    ]
  ])("shows no value that it quotes, but what was wrong: %s", (message, shown) => {
    expect(hidden(message)).toBe(shown)
  })

  it("hides what stands beside it all the same, and all of one that quotes more than anybody reads", () => {
    expect(hidden("nama: Budi Santoso, nik: 3273014501900001. Duplicate entry 'x' for key 'y'")).not.toMatch(/Budi|3273014501/)
    expect(hidden(`SQLSTATE${", kolom = isi".repeat(100)}`)).toBe("***")
  })

  it.each(["Invalid syntax: expected ')' or ','", "Nilai values (a, b) pada halaman ini", "Unknown column 'nm' in 'where clause'"])(
    "is not seen in other texts: %s",
    (message) => {
      expect(hidden(message)).toBe(message)
    }
  )
})
