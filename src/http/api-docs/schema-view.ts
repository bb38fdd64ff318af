import { lastSegment } from '../../conventions/last-segment.ts';
import { type Html, html } from '../oauth/pages/html.ts';
import type { ApiDocument, SchemaPart } from './document.ts';

/** Ids of schemas; `prefix` makes those of several documents different. */
const idOf = (prefix: string, name: string) => `${prefix}-schema-${name}`;

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, pattern, format }: SchemaPart): string {
  const named = { format, 'at least': minimum, 'at most': maximum, 'min length': minLength };
  const more = { ...named, 'max length': maxLength, 'max items': maxItems, pattern };
  return Object.entries(more)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** The type in a few words, with a link to a schema that has a name. */
export function typeOf(prefix: string, schema: SchemaPart): Html {
  const { $ref, type, items, anyOf, enum: values, const: only } = schema;
  if ($ref !== undefined) {
    const name = lastSegment($ref);
    return html`<a href="#${idOf(prefix, name)}">${name}</a>`;
  }
  if (items) return html`array of ${typeOf(prefix, items)}`;
  if (anyOf)
    return html`one of: ${anyOf.map((one, index) => html`${index > 0 ? ', ' : ''}${typeOf(prefix, one)}`)}`;
  if (values) return html`${values.join(', ')}`;
  if (only !== undefined) return html`${JSON.stringify(only)}`;
  return html`${type ?? 'any'}`;
}

function membersView(prefix: string, { properties = {}, required = [] }: SchemaPart): Html {
  const members = Object.entries(properties).map(([name, member]) => {
    const limits = limitsOf(member);
    return html`<li><code>${name}</code> <span class="type">${typeOf(prefix, member)}</span>${
      required.includes(name) ? html` <b>required</b>` : html``
    }${limits === '' ? html`` : html` <small>${limits}</small>`}${
      member.description === undefined ? html`` : html`<p>${member.description}</p>`
    }${insideOf(prefix, member)}</li>`;
  });
  return members.length === 0 ? html`` : html`<ul class="members">${members}</ul>`;
}

/** The objects inside a schema that have no name of their own. */
function insideOf(prefix: string, schema: SchemaPart): Html {
  if (schema.properties) return membersView(prefix, schema);
  const parts = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  return html`${parts.map((part) => insideOf(prefix, part))}`;
}

/** Description and type of a schema, with its members or items. */
export function schemaView(prefix: string, schema: SchemaPart): Html {
  const about = schema.description === undefined ? html`` : html`<p>${schema.description}</p>`;
  const type = schema.properties ? html`` : html`<p class="type">${typeOf(prefix, schema)}</p>`;
  return html`${type}${about}${insideOf(prefix, schema)}`;
}

export function schemasView(prefix: string, { components }: ApiDocument): Html {
  const entries = Object.entries(components.schemas).map(
    ([name, schema]) => html`<details id="${idOf(prefix, name)}"><summary><code>${name}</code></summary>
${schemaView(prefix, schema)}</details>`,
  );
  return html`${entries}`;
}

const PLACEHOLDERS: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false };

/** Maximum depth of an example. It is a body to fill in and does not show every member. */
const DEPTH = 4;

/** A value with the required members, for the user to fill in. */
export function exampleOf(document: ApiDocument, schema: SchemaPart, depth = 0): unknown {
  const { $ref, type = '', enum: values, const: only, properties, required = [], items, anyOf } = schema;
  if (depth > DEPTH) return {};
  if ($ref !== undefined)
    return exampleOf(document, document.components.schemas[lastSegment($ref)] ?? {}, depth + 1);
  if (only !== undefined) return only;
  if (values) return values[0];
  if (anyOf?.[0]) return exampleOf(document, anyOf[0], depth + 1);
  if (items) return [exampleOf(document, items, depth + 1)];
  if (type !== 'object') return PLACEHOLDERS[type] ?? {};
  const members = required.map((name): [string, unknown] => [
    name,
    exampleOf(document, properties?.[name] ?? {}, depth + 1),
  ]);
  return Object.fromEntries(members);
}
