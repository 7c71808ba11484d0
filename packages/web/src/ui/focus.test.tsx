import { waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keepFocusOnPage } from './focus.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
/** Long enough for what has been removed to be noticed and answered. */
const frames = () => frame().then(frame).then(frame)

/** A part of the page that can have the focus. */
function part(tag: string, within: Element): HTMLElement {
  const made = document.createElement(tag)
  made.tabIndex = -1
  within.append(made)
  return made
}

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

it('goes on at what is left around the element that has disappeared', async () => {
  const home = part('main', document.body)
  const dialog = part('section', document.body)
  end = keepFocusOnPage(() => home)
  const button = part('button', dialog)
  button.focus()
  button.remove()
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  // The dialog closes, and what had opened it is gone as well.
  dialog.remove()
  await waitFor(() => expect(document.activeElement).toBe(home))
})

it('does so for a button that was disabled until its answer came', async () => {
  const home = part('main', document.body)
  end = keepFocusOnPage(() => home)
  const button = part('button', document.body)
  button.focus()
  button.setAttribute('disabled', '')
  button.blur()
  await frame()
  button.remove()
  await waitFor(() => expect(document.activeElement).toBe(home))
})

it('does not take the focus from what has it by then', async () => {
  const home = part('main', document.body)
  end = keepFocusOnPage(() => home)
  const [first, second] = [part('button', document.body), part('button', document.body)]
  first.focus()
  first.remove()
  second.focus()
  await frames()
  expect(document.activeElement).toBe(second)
})

/** A panel in which a form takes the place of the button that opens it. */
function panel() {
  const home = part('main', document.body)
  end = keepFocusOnPage(() => home)
  const around = part('section', home)
  const button = part('button', around)
  button.textContent = 'Изменить'
  button.focus()
  return { home, around, button }
}

const formWith = (field: string) => {
  const form = document.createElement('form')
  form.innerHTML = field
  return form
}

it('goes on in the form that takes the place of its button, and back', async () => {
  const { around, button } = panel()
  const form = formWith('<input /><input data-autofocus />')
  button.replaceWith(form)
  await waitFor(() => expect(document.activeElement).toBe(form.lastElementChild))
  const other = part('button', around)
  form.replaceWith(other, button)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('goes to a form whose fields are still loading, and back to a button that has got another name', async () => {
  const { button } = panel()
  const form = formWith('')
  button.replaceWith(form)
  await waitFor(() => expect(document.activeElement).toBe(form))
  part('input', form).focus()
  button.textContent = 'Написать'
  form.replaceWith(button)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('goes back from a form that took the focus itself', async () => {
  const { around, button } = panel()
  const form = formWith('<input />')
  button.replaceWith(form)
  form.querySelector('input')?.focus()
  await frames()
  const other = part('button', around)
  form.replaceWith(other, button)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('goes back to a button that stays where it is while its form is open elsewhere', async () => {
  const { home, around, button } = panel()
  const tab = part('section', home)
  const form = formWith('<input />')
  tab.append(form)
  form.querySelector('input')?.focus()
  const other = document.createElement('button')
  form.replaceWith(other)
  await waitFor(() => expect(document.activeElement).toBe(button))
  const below = formWith('<input />')
  around.append(below)
  below.querySelector('input')?.focus()
  below.remove()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('goes on at the part of the screen when what comes in the place of a form does not lead back', async () => {
  const { around, button } = panel()
  around.removeAttribute('tabindex')
  const form = formWith('<input />')
  button.replaceWith(form)
  form.querySelector('input')?.focus()
  const [agree, remark] = [document.createElement('button'), document.createElement('button')]
  form.replaceWith(agree, remark)
  await waitFor(() => expect(document.activeElement).toBe(around))
})

it('goes to the beginning of the screen that follows a form, not to what had led to it', async () => {
  const { home, around } = panel()
  const rail = part('a', document.body)
  rail.focus()
  const screen = document.createElement('div')
  screen.innerHTML = '<h1></h1><form><input /></form>'
  around.replaceWith(screen)
  screen.querySelector('input')?.focus()
  screen.remove()
  await waitFor(() => expect(document.activeElement).toBe(home))
})

it('gives the focus back to a button that can be pressed again after its answer', async () => {
  const { button } = panel()
  button.blur()
  button.setAttribute('disabled', '')
  await frame()
  button.removeAttribute('disabled')
  await waitFor(() => expect(document.activeElement).toBe(button))
  // Not to one that was left before.
  button.blur()
  await frame()
  button.setAttribute('disabled', '')
  await frame()
  button.removeAttribute('disabled')
  await frames()
  expect(document.activeElement).toBe(document.body)
})

it('goes to the beginning of another screen, not into its form', async () => {
  const { home, around } = panel()
  const screen = document.createElement('div')
  screen.innerHTML = '<h1></h1><form><input data-autofocus /></form>'
  around.replaceWith(screen)
  await waitFor(() => expect(document.activeElement).toBe(home))
})

it('goes back to where one was before a menu, a dialog or a message that does not do so itself', async () => {
  const { button } = panel()
  for (const role of ['menu', 'dialog', 'status', 'alert']) {
    const layer = part('div', document.body)
    layer.setAttribute('role', role)
    part('button', layer).focus()
    layer.remove()
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})

it('goes on after an editor that cannot be written in while its form is sent', async () => {
  const { button } = panel()
  const form = formWith('')
  button.replaceWith(form)
  const editor = part('div', form)
  editor.focus()
  await frames()
  editor.setAttribute('contenteditable', 'false')
  editor.blur()
  await frame()
  form.replaceWith(button)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('passes over what cannot take the focus', async () => {
  const { around, button } = panel()
  const layer = part('div', document.body)
  layer.setAttribute('role', 'dialog')
  part('button', layer).focus()
  button.setAttribute('disabled', '')
  layer.remove()
  await waitFor(() => expect(document.activeElement).toBe(around))
})

it('goes on in the field beside a button that has filled it in', async () => {
  const { around, button } = panel()
  const field = document.createElement('label')
  field.innerHTML = '<input /><input type="hidden" />'
  const sent = document.createElement('input')
  sent.type = 'hidden'
  button.before(field, sent)
  part('button', around)
  button.remove()
  await waitFor(() => expect(document.activeElement).toBe(field.firstElementChild))
})

it('goes on at the button that came in the place of another, or else at the one beside it', async () => {
  const { around, button } = panel()
  const [watch, unwatch] = [part('button', around), document.createElement('button')]
  watch.focus()
  await frames()
  watch.replaceWith(unwatch)
  await waitFor(() => expect(document.activeElement).toBe(unwatch))
  unwatch.remove()
  await waitFor(() => expect(document.activeElement).toBe(button))
  const next = part('a', around)
  next.setAttribute('href', '#')
  button.remove()
  await waitFor(() => expect(document.activeElement).toBe(next))
})

it('goes on at the same control of the next row when a row is gone, and of the one before after the last', async () => {
  const { around } = panel()
  around.innerHTML = `<table>${['1', '2', '3'].map((n) => `<tr><td><a href="#${n}"></a><button>${n}</button></td></tr>`).join('')}</table>`
  const buttonOf = (n: string) => [...around.querySelectorAll('button')].find(({ textContent }) => textContent === n)!
  const remove = (n: string) => {
    buttonOf(n).focus()
    buttonOf(n).closest('tr')?.remove()
  }
  remove('2')
  await waitFor(() => expect(document.activeElement).toBe(buttonOf('3')))
  remove('3')
  await waitFor(() => expect(document.activeElement).toBe(buttonOf('1')))
  remove('1')
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('section')))
})

it('goes on at the beginning of the next row if that has no such control', async () => {
  const { around } = panel()
  around.innerHTML = `<ul><li><a href="#1"></a><form><button></button></form></li><li><a href="#2"></a></li></ul>`
  await frames()
  around.querySelector('button')?.focus()
  around.querySelector('li')?.remove()
  await waitFor(() => expect(document.activeElement).toBe(around.querySelector('a')))
})

it('leaves it to a table of rows that take the focus themselves where it goes', async () => {
  const { around } = panel()
  around.innerHTML = `<table>${['1', '2'].map((n) => `<tr tabindex="-1"><td><input value="${n}" /></td></tr>`).join('')}</table>`
  const [, last] = around.querySelectorAll('tr')
  last?.focus()
  last?.remove()
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('section')))
})

it('hands the focus of a form on to the editor that it begins with, as soon as that has loaded', async () => {
  const home = part('main', document.body)
  end = keepFocusOnPage(() => home)
  const form = part('form', home)
  form.focus()
  const editor = part('div', form)
  editor.setAttribute('role', 'textbox')
  await waitFor(() => expect(document.activeElement).toBe(editor))
  // Not past a field that comes before it.
  const other = part('form', home)
  part('input', other)
  other.focus()
  part('div', other).setAttribute('role', 'textbox')
  await frames()
  expect(document.activeElement).toBe(other)
})
