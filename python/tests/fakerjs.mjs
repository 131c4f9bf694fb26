// Prints values of the methods of @faker-js/faker as JSON: for each name a list; without what needs arguments. The module
// is at the path in the first argument, the number of values is the second one.
import { pathToFileURL } from 'node:url';

const { faker } = await import(pathToFileURL(process.argv[2]));
const count = Number(process.argv[3]);
faker.seed(1);
const values = {};
for (const [module, value] of Object.entries(faker)) {
  if (!value || typeof value !== 'object' || module.startsWith('_') || module.toLowerCase().endsWith('definitions')) continue;
  for (let object = value; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object)) {
      if (typeof value[name] !== 'function' || name === 'constructor' || name.startsWith('_')) continue;
      try {
        const made = Array.from({ length: count }, () => value[name]());
        values[`${module}.${name}`] = made.map((one) => (typeof one === 'bigint' ? Number(one) : one));
      } catch {
        // It needs arguments.
      }
    }
  }
}
console.log(JSON.stringify(values));
