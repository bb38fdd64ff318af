import { type Html, html } from '../oauth/pages/html.ts';
import { type ApiDocument, type Operation, type Parameter, parametersOf, schemaOf } from './document.ts';
import { exampleOf, schemaView, typeOf } from './schema-view.ts';

export interface Described {
  readonly document: ApiDocument;
  /** Makes the ids of several documents different. */
  readonly prefix: string;
  readonly path: string;
  readonly verb: string;
  readonly operation: Operation;
}

const idOf = ({ prefix, operation }: Described) => `${prefix}-${operation.operationId}`;

function parameterRow(prefix: string, { name, in: place, required, description, schema }: Parameter): Html {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${place}${required ? ', required' : ''}</td><td class="type">${typeOf(
    prefix,
    schema,
  )}</td><td>${description ?? schema.description}</td></tr>`;
}

function parameterTable(prefix: string, parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return html``;
  return html`<h4>Parameters</h4>
<div class="scroll" role="region" tabindex="0" aria-label="Parameters"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map((one) => parameterRow(prefix, one))}</tbody></table></div>`;
}

function answerRow(prefix: string, status: string, body: Operation['responses'][string]): Html {
  const schema = schemaOf(body);
  const type = schema === undefined ? html`` : typeOf(prefix, schema);
  const name = status === 'default' ? 'errors' : status;
  return html`<tr><th scope="row">${name}</th><td class="type">${type}</td><td>${body.description}</td></tr>`;
}

function field(id: string, { name, in: place, required, schema }: Parameter): Html {
  const key = `${id}-${name.replaceAll(/\W/g, '')}`;
  return html`<label for="${key}">${name}${required ? ' (required)' : ''}</label>
<input id="${key}" name="${name}" data-in="${place}" type="text" autocomplete="off" spellcheck="false"${
    required ? html` required` : html``
  } placeholder="${schema.type}">`;
}

/** The form that sends the call. */
function tryForm(described: Described, parameters: readonly Parameter[]): Html {
  const { document, path, verb, operation } = described;
  const id = idOf(described);
  const schema = operation.requestBody && schemaOf(operation.requestBody);
  const body = schema && JSON.stringify(exampleOf(document, schema), null, 2);
  const area =
    body === undefined
      ? html``
      : html`<label for="${id}-body">Body</label>
<textarea id="${id}-body" rows="${Math.min(16, body.split('\n').length + 1)}" spellcheck="false" autocomplete="off">${body}</textarea>`;
  return html`<details class="try"><summary>Try it</summary>
<form data-verb="${verb.toUpperCase()}" data-path="${path}">
${parameters.map((one) => field(id, one))}${area}
<button type="submit">Send</button>
<output aria-live="polite"></output>
</form></details>`;
}

export function operationView(described: Described): Html {
  const { document, prefix, path, verb, operation } = described;
  const { summary, operationId, requestBody, responses, 'x-role': role } = operation;
  const parameters = parametersOf(document, operation);
  const request = requestBody && schemaOf(requestBody);
  const answers = Object.entries(responses).map(([status, body]) => answerRow(prefix, status, body));
  return html`<details class="operation" id="${idOf(described)}"><summary><span class="verb">${verb.toUpperCase()}</span> <code>${path}</code> <span class="soft">${summary}</span></summary>
<p class="soft"><code>${operationId}</code>${role === undefined ? '' : `, role ${role} or above`}</p>
${parameterTable(prefix, parameters)}
${request ? html`<h4>Body</h4>${schemaView(prefix, request)}` : html``}
<h4>Answers</h4>
<div class="scroll" role="region" tabindex="0" aria-label="Answers"><table><thead><tr><th scope="col">Status</th><th scope="col">Body</th><th scope="col">Meaning</th></tr></thead><tbody>${answers}</tbody></table></div>
${tryForm(described, parameters)}
</details>`;
}
