import type { MouseEvent } from 'react'
import { FindOption } from './FindOption.tsx'
import classes from './Finding.module.css'
import type { Option, Section } from './sections.ts'

export const LIST_ID = 'finding-list'
export const optionId = (index: number): string => `finding-option-${index}`

interface FindListProps {
  sections: Section[]
  options: Option[]
  words: string[]
  active: number
  onPoint: (index: number) => void
  onPick: (option: Option, event: MouseEvent) => void
}

/** The results in groups; the focus stays in the field above. */
export function FindList({ sections, options, words, active, onPoint, onPick }: FindListProps) {
  return (
    <div id={LIST_ID} role="listbox" aria-label="Найденное" className={classes.list}>
      {sections.map((section) => (
        <div key={section.key} role="group" aria-labelledby={`finding-${section.key}`}>
          <div id={`finding-${section.key}`} className={classes.heading} role="presentation">
            {section.title}
          </div>
          {section.options.map((option) => {
            const index = options.indexOf(option)
            return (
              <FindOption
                key={option.key}
                id={optionId(index)}
                option={option}
                words={words}
                isActive={index === active}
                onPoint={() => onPoint(index)}
                onPick={(event) => onPick(option, event)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
