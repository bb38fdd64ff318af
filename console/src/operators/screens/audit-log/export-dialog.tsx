import { useEffect, useState } from 'react';
import { toHex, utf8 } from '../../../../../src/conventions/bytes.ts';
import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { browserCrypto } from './browser-crypto.ts';
import { useReadLog } from './read-log.ts';

interface Done {
  readonly count: number;
  readonly head: string | undefined;
}

/** Saves the whole log in the format of `diptych events export`, and shows the head to keep. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { auditLog: words, common } = useMessages();
  const { read, stop } = useReadLog();
  const [count, setCount] = useState<number>();
  const [done, setDone] = useState<Done>();
  const [error, setError] = useState<unknown>();
  useEffect(() => stop, [stop]);
  const run = async () => {
    const lines: string[] = [];
    let last: string | undefined;
    setError(undefined);
    setCount(0);
    try {
      const end = await read(async (entries) => {
        for (const part of entries) {
          if ('seal' in part) last = part.seal.statement;
          lines.push(`${JSON.stringify(part)}\n`);
        }
        setCount(lines.length);
        return true;
      });
      if (end === 'stopped') return;
      download('diptych-audit-log.jsonl', lines.join(''), 'application/jsonl');
      const head = last && toHex(await browserCrypto.sha256(utf8(last)));
      setDone({ count: lines.length, head });
    } catch (cause) {
      setError(cause);
    }
    setCount(undefined);
  };
  return (
    <Modal title={words.export} text={words.exportText} onClose={onClose}>
      {error !== undefined && <Failure error={error} />}
      {done && (
        <Notice kind="good" title={words.exportedTitle}>
          <p>{done.head === undefined ? words.exportedNoHead : words.exportedText(done.count)}</p>
          {done.head !== undefined && <Facts facts={[[words.head, <Id key="head" value={done.head} />]]} />}
        </Notice>
      )}
      <div className="actions">
        <Button onClick={onClose}>{common.close}</Button>
        {!done && (
          <Button kind="main" onClick={run} isBusy={count !== undefined}>
            {count === undefined ? words.export : words.exporting(count)}
          </Button>
        )}
      </div>
    </Modal>
  );
}
