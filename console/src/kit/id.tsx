import { useMessages } from '../messages/index.ts';
import { CopyButton } from './copy-button.tsx';
import { LongWords } from './long-words.tsx';
import { partsOf } from './shown-id.ts';

interface IdProps {
  readonly value: string;
  readonly canCopy?: boolean;
  /** Shows the whole id. */
  readonly isWhole?: boolean;
}

/** An id. The middle of a long id is hidden, but copying and screen readers get all of it. */
export function Id({ value, canCopy = true, isWhole }: IdProps) {
  const { common } = useMessages();
  const [head, middle, tail] = isWhole ? [value] : partsOf(value);
  return (
    <span className={isWhole ? 'id whole' : 'id'} title={value}>
      <span className="mono">
        {isWhole ? <LongWords text={value} /> : head}
        {middle && (
          <>
            <span className="hidden-visually">{middle}</span>
            <span aria-hidden="true">…</span>
          </>
        )}
        {tail}
      </span>
      {canCopy && <CopyButton text={value} label={`${common.copy} ${value}`} />}
    </span>
  );
}
