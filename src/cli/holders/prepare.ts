import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../cli-errors.ts';
import { writeOut } from '../output.ts';
import { holderMapSchema } from './map/schema.ts';
import { imagesOf } from './suggest/images.ts';
import { sampleOf } from './suggest/sample.ts';
import { suggestedMap } from './suggest/suggest.ts';
import { writeTemplate } from './template.ts';
import { documentTypeOf } from './type-option.ts';

interface MapOptions {
  readonly suggest?: string;
  readonly schema?: boolean;
  readonly type: string;
  readonly out?: string;
}

async function suggestion(file: string, { type, out }: MapOptions): Promise<string> {
  const sample = await sampleOf(file);
  const mapFolder = out === undefined ? '.' : dirname(out);
  return suggestedMap(
    sample,
    documentTypeOf(type),
    new Date().getFullYear(),
    imagesOf(file, sample, mapFolder),
  );
}

export async function map(options: MapOptions): Promise<void> {
  const { suggest, schema = false, out } = options;
  if (schema === (suggest !== undefined)) throw new UsageError('use either --suggest FILE or --schema');
  const text =
    suggest === undefined
      ? `${JSON.stringify(holderMapSchema(), undefined, 2)}\n`
      : await suggestion(suggest, options);
  if (out === undefined) {
    writeOut(text);
    return;
  }
  try {
    writeFileSync(out, text, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`${out} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

interface TemplateOptions {
  readonly type: string;
  readonly out: string;
  readonly country: string;
}

export function template({ type, out, country }: TemplateOptions): void {
  const paths = writeTemplate(documentTypeOf(type), out, country, new Date());
  writeOut(`${paths.join('\n')}\n`);
}
