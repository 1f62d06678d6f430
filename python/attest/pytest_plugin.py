# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin: a test that fails in attest.assert_attention or attest.check_kernel leaves its case in a file, and its message ends with the line that
shows the failure again. Nothing else of pytest changes."""
import os

VARIABLE = "ATTEST_REPLAY"


def pytest_addoption(parser):
    group = parser.getgroup("attest")
    group.addoption("--attest-replay", metavar="DIR", default=None,
                    help="where attest saves failing cases (default: the folder attest in pytest's cache)")


def pytest_configure(config):
    folder = config.getoption("--attest-replay", default=None)
    if folder is None and VARIABLE not in os.environ and getattr(config, "cache", None) is not None:
        folder = config.cache.mkdir("attest")
    if folder is not None:
        config._attest_replay_before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = str(folder)


def pytest_unconfigure(config):
    if not hasattr(config, "_attest_replay_before"):
        return
    if config._attest_replay_before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = config._attest_replay_before
