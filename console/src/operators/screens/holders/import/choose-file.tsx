import { useState } from 'react';
import { isImageName } from '../../../../../../src/client/import/images.ts';
import { useSession } from '../../../../frame/session.tsx';
import { Button } from '../../../../kit/button.tsx';
import { Field } from '../../../../kit/field.tsx';
import { Headed } from '../../../../kit/headed.tsx';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useWords } from '../../../../messages/index.ts';
import { useAdmin } from '../../../api.ts';
import { Samples } from '../samples.tsx';
import { FileInput } from './file-input.tsx';
import { base64Of, plainName } from './images.ts';
import type { Calls } from './run.ts';
import { formatOf, type SourceFile, sourcesOf } from './source.ts';
import { startImport } from './store.ts';

/** The limit protects the memory of the tab. The command line reads files of any size. */
const MOST_BYTES = 64 * 1024 * 1024;

type Wrong = 'noFile' | 'twoFiles' | 'tooLargeFile';

function wrongWith(files: readonly File[]): Wrong | undefined {
  const records = files.filter(({ name }) => !isImageName(name));
  if (records.length > 1) return 'twoFiles';
  const [file] = records;
  if (!file || formatOf(file.name) === undefined) return 'noFile';
  return file.size > MOST_BYTES ? 'tooLargeFile' : undefined;
}

export function ChooseFile({ calls }: { readonly calls: Calls }) {
  const words = useWords(holdersImport);
  const { session } = useSession();
  const types = useAdmin('listDocumentTypes', {});
  const [files, setFiles] = useState<readonly File[]>([]);
  const [wrong, setWrong] = useState<Wrong>();
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    setWrong(chosen.length === 0 ? undefined : wrongWith(chosen));
  };
  const start = () => {
    const found = wrongWith(files);
    setWrong(found);
    const file = files.find(({ name }) => !isImageName(name));
    const format = file && formatOf(file.name);
    if (found || !file || !format || !types.data) return;
    const { documentTypes } = types.data;
    const read = async (): Promise<SourceFile> => {
      const text = await textOf(file, words.notUtf8);
      const images = new Map<string, string>();
      for (const image of files) if (image !== file) images.set(plainName(image.name), await base64Of(image));
      return sourcesOf(format, text, documentTypes, images);
    };
    startImport(file.name, session.person.id, read, calls);
  };
  return (
    <>
      <form
        className="box stack"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Field label={words.choose} hint={words.chooseHint} problem={wrong && words[wrong]}>
          <FileInput accept=".csv,.json,.jsonl,.ndjson,.jpg,.jpeg,.jp2,.j2k" onChange={choose} />
        </Field>
        <div>
          <Button kind="main" type="submit" disabled={files.length === 0} isBusy={types.isPending}>
            {words.check}
          </Button>
        </div>
      </form>
      <section className="stack">
        <Headed actions={<Samples />}>
          <h2>{words.formats}</h2>
        </Headed>
        <p>{words.formatText}</p>
        <p>{words.command}</p>
        <pre className="command">{words.commandLine}</pre>
      </section>
    </>
  );
}

async function textOf(file: Blob, notUtf8: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    throw error instanceof TypeError ? new Error(notUtf8) : error;
  }
}
