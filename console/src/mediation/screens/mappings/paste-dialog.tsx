import { useState } from 'react';
import type { AdUnit } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Field, TextArea } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type ReadRows, readRows } from '../../model/mapping-rows.ts';
import type { SourceAdapter } from '../../model/matrix.ts';
import { RowsSender } from './rows-sender.tsx';

interface PasteDialogProps {
  readonly units: readonly AdUnit[];
  readonly adapters: readonly SourceAdapter[];
  /** Rows for the mappings that are missing, to fill in. */
  readonly template: string | undefined;
  readonly onClose: () => void;
}

/** Checks rows of a sheet in the browser, then creates their mappings. */
export function PasteDialog({ units, adapters, template, onClose }: PasteDialogProps) {
  const { mediation } = useMessages();
  const { mappings: words } = mediation;
  const [text, setText] = useState('');
  const [read, setRead] = useState<ReadRows>();
  return (
    <Modal title={words.pasteTitle} text={words.pasteText} isWide onClose={onClose}>
      <Field label={words.pasteLabel} problem={read?.problem && words.problems[read.problem]}>
        <TextArea
          value={text}
          rows={6}
          onChange={(value) => {
            setText(value);
            setRead(undefined);
          }}
        />
      </Field>
      {read?.problem === undefined && read ? (
        <RowsSender rows={read.rows} onDone={onClose} />
      ) : (
        <>
          {template !== undefined && text === '' && (
            <div>
              <Button onClick={() => setText(template)}>{words.template}</Button>
            </div>
          )}
          <FormActions
            action={words.check}
            missing={text.trim() === '' ? words.pasteLabel : undefined}
            onRun={() => setRead(readRows(text, { units, adapters }))}
            onCancel={onClose}
          />
        </>
      )}
    </Modal>
  );
}
