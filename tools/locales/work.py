"""Work: occupations, and the forms of companies' names."""

import re

from lists import evenly, is_harmless, is_written, tidy, write, write_rows
from packages import faker_of, mimesis_of
from tables import COMPANIES, LOCALES, TRADES

JOBS = 150


def jobs_of(locale):
    _, _, mimesis_names, _, faker_names = LOCALES[locale]
    found = []
    for name in (mimesis_names or [])[:1]:
        found += mimesis_of(name, "person").get("occupation", [])
    for name in faker_names:
        provider = faker_of("job", name)
        found += list(getattr(provider, "jobs", ()) or ()) or list(getattr(provider, "jobs_male", ()) or ())
    language = locale.split("_")[0]
    found = {tidy(job) for job in found}
    found = {job.replace("*in", "") for job in found}
    found = {job if language == "ka" else job[:1].upper() + job[1:] for job in found if is_harmless(job) and 2 < len(job) < 36 and not re.search(r"[/,(0-9«]", job)
             and is_written(job.replace("-", ""), language)}
    return evenly(sorted(found), JOBS)


def companies_of(locale, country):
    language = locale.split("_")[0]
    forms = COMPANIES.get(f"{country}_{language}", COMPANIES.get(country))
    trades = TRADES.get(locale, TRADES.get(language))
    trades = trades.split("|") if "|" in trades else trades.split()
    rows = []
    for form in forms:
        for trade in [""] + trades:
            text = re.sub(r"\s+", " ", form.replace("{trade}", trade)).replace(" »", "»").strip()
            rows.append(text.split("{name}"))
    return [tuple(row) for row in rows]


def write_work(locale, country):
    jobs = jobs_of(locale)
    if len(jobs) >= 20 and locale != "en":
        write(locale, "jobs.txt", "mimesis (MIT) and Faker (MIT)", "".join(f"{job}\n" for job in jobs))
    if locale != "en":
        write_rows(locale, "companies.tsv", "words chosen by hand", companies_of(locale, country))
