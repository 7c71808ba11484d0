import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import classes from './Finding.module.css'
import { piecesOf } from './pieces.ts'
import type { Option } from './sections.ts'

const Marked = ({ text, words }: { text: string; words: string[] }) =>
  piecesOf(text, words).map((piece) => (piece.isFound ? <mark key={piece.at}>{piece.text}</mark> : piece.text))

interface FindOptionProps {
  id: string
  option: Option
  words: string[]
  isActive: boolean
  onPoint: () => void
  onPick: (event: MouseEvent) => void
}

/** A line of the dialog; a link, so that the middle mouse button opens it in a new tab. */
export const FindOption = ({ id, option, words, isActive, onPoint, onPick }: FindOptionProps) => {
  const line = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { icon: Icon, what, number, title, note, keys, href } = option
  return (
    <a
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={href}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onPick}
    >
      <Icon size={16} stroke={1.7} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <span className={classes.title}>
          {what && <span className={classes.what}>{what} </span>}
          {number && (
            <span className={classes.number}>
              <Marked text={number} words={words} />
            </span>
          )}
          <Marked text={title} words={words} />
        </span>
        {note && (
          <span className={classes.note}>
            <Marked text={note} words={words} />
          </span>
        )}
      </span>
      {keys.length > 0 && (
        <span className={classes.keys}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </a>
  )
}
