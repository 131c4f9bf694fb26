// Prints the methods of @faker-js/faker, as `person.firstName`, one a line.
import { faker } from '@faker-js/faker';

const skipped = new Set(['rawDefinitions', 'definitions']);
const names = new Set();
for (const [module, value] of Object.entries(faker)) {
  if (!value || typeof value !== 'object' || module.startsWith('_') || skipped.has(module)) continue;
  for (let object = value; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object)) {
      if (typeof value[name] === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(`${module}.${name}`);
    }
  }
}
console.log([...names].join('\n'));
