// Rows of faker-js for tools/peers: node faker.mjs ROWS
import { faker } from "@faker-js/faker";
import { writeSync } from "node:fs";

const rows = Number(process.argv[2]);
let lines = [];
for (let row = 0; row < rows; row++) {
  const { person, internet, location, number } = faker;
  const count = number.int({ min: 1, max: 1000 });
  lines.push(`${person.fullName()},${internet.email()},${location.countryCode()},${count}\n`);
  if (lines.length === 1000 || row === rows - 1) {
    let text = Buffer.from(lines.join(""));
    while (text.length) text = text.subarray(writeSync(1, text));
    lines = [];
  }
}
