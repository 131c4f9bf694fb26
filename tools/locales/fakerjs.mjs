// What @faker-js/faker has, as JSON on standard output: its lists, and streets as its patterns make them.
import { Faker, allLocales } from "@faker-js/faker";

const streets = {};
for (const [name, locale] of Object.entries(allLocales)) {
  const faker = new Faker({ locale: [locale], seed: 1 });
  const found = new Set();
  for (let i = 0; i < 1500 && found.size < 600; i++) {
    try {
      found.add(faker.location.street());
    } catch {
      break;
    }
  }
  streets[name] = [...found];
}
console.log(JSON.stringify({ locales: allLocales, streets }));
