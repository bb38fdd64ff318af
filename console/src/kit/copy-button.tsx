import { useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { Icon } from './icons.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Names the copied text for screen readers. */
  readonly label: string;
}

/** Copies a text and says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { common } = useMessages();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      <button type="button" className="copy" onClick={copy} aria-label={label}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      {isCopied && (
        <span role="status" className="hidden-visually">
          {common.copied}
        </span>
      )}
    </>
  );
}
