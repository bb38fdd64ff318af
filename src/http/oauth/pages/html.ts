/** Trusted or already escaped HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

function printed(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(printed).join('');
  return escaped(String(part));
}

/** A template that escapes its values unless they are Html; attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(printed)) };
}

/** HTML from another author; it is not escaped. */
export function trustedHtml(text: string): Html {
  return { html: text };
}
